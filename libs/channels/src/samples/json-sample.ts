import type { Sample } from '../core/channel.ts'

const encoder = new TextEncoder()

/** A sample whose body is this payload as JSON. */
export function jsonSample(payload: unknown, said: Pick<Sample, 'messageIds' | 'searchText'>): Sample {
  return { contentType: 'application/json', body: encoder.encode(JSON.stringify(payload)), ...said }
}
