import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { formatLogLine } from './format-log-line.ts'

const format = (line: string): string => stripVTControlCharacters(formatLogLine('engine', line))

it('shows time, service, level, what and the fields of a JSON line', () => {
  const line = JSON.stringify({
    ...{ level: 'warn', time: '2026-08-01T10:11:12.345Z', service: 'chat-engine', pid: 7, msg: 'bus.down' },
    ...{ attempts: 3, err: { message: 'no route', code: 'EHOSTUNREACH' } },
  })
  expect(format(line)).toBe('10:11:12 engine    warn  bus.down attempts=3 EHOSTUNREACH: no route')
})

it.each(['plain words', '{"half": ', '{"no":"level"}', '{}', ''])(
  'shows any other line as it is: %s',
  (line) => {
    expect(format(line)).toBe(`engine    ${line}`)
  },
)

it('cuts a field that would fill the screen', () => {
  const line = JSON.stringify({ level: 'info', time: '', msg: 'm', field: 'x'.repeat(1_000) })
  expect(format(line).length).toBeLessThan(200)
})
