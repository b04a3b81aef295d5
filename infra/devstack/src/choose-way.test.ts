import { describe, expect, it } from 'vitest'
import { decideWay, type Machine } from './choose-way.ts'
import { spaceProblem } from './rootfs/build-rootfs.ts'

const debian: Machine = { docker: false, platform: 'linux', debianLike: true, root: true }

describe('decideWay', () => {
  it('prefers a Docker engine and needs no root for it', () => {
    expect(decideWay({ ...debian, docker: true, root: false })).toBe('docker')
    expect(decideWay(debian)).toBe('rootfs')
  })

  it.each<[string, Partial<Machine>, string]>([
    ['not root', { root: false }, 'NOT_ROOT'],
    ['another system', { platform: 'darwin', root: false }, 'NO_WAY'],
    ['another distribution', { debianLike: false }, 'NO_WAY'],
  ])('says in one line what helps: %s', (_, facts, code) => {
    const message = expect.stringMatching(
      /^no servers \(.*\): set MONGODB_URI, .* or start Docker, or run as root/,
    )
    expect(() => decideWay({ ...debian, ...facts })).toThrow(expect.objectContaining({ code, message }))
  })
})

it('names folder, need and what is free when the disk is too full to build', () => {
  expect(spaceProblem(400_000_000, '/cache')).toBe(
    'building the data plane needs 1.5 GB in /cache; 0.4 GB are free',
  )
  expect(spaceProblem(2_000_000_000, '/cache')).toBeUndefined()
})
