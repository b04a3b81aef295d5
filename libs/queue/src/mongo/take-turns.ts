import type { ClaimRequest } from '../store.ts'

type Candidate = { _id: string; group: string }

/**
 * The ids of the candidates in the order to claim them: the first of each group before the second of any, in the order
 * given; none beyond what a group may hold.
 */
export function takeTurns(
  candidates: readonly Candidate[],
  { held, perGroup }: Pick<ClaimRequest, 'held' | 'perGroup'>,
): string[] {
  const taken = new Map<string, number>()
  const turns: string[][] = []
  for (const { _id, group } of candidates) {
    const turn = taken.get(group) ?? 0
    if (turn + (held.get(group) ?? 0) >= perGroup) continue
    taken.set(group, turn + 1)
    const round = turns[turn]
    if (round) round.push(_id)
    else turns[turn] = [_id]
  }
  return turns.flat()
}
