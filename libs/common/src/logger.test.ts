import { expect, it } from 'vitest'
import { createLogger } from './logger.ts'

const capture = (): { lines: string[]; destination: { write(line: string): void } } => {
  const lines: string[] = []
  return { lines, destination: { write: (line) => void lines.push(line) } }
}

it('writes one JSON line with service, level and time', () => {
  const { lines, destination } = capture()
  createLogger({ service: 'edge', destination }).info({ n: 1 }, 'something.happened')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    service: 'edge',
    level: 'info',
    n: 1,
    msg: 'something.happened',
  })
})

it('lets no secret and no body out: not from fields, children, errors, causes or the message itself', () => {
  const { lines, destination } = capture()
  const logger = createLogger({ service: 'edge', level: 'trace', destination })
  const cause = Object.assign(new Error('mongodb://u:LEAK@db'), { token: 'LEAK' })
  logger.info(
    { request: { headers: { authorization: 'Bearer LEAKLEAKLEAK', cookie: 'LEAK' }, body: 'LEAK' } },
    'in',
  )
  const child = logger.child({ appSecrets: ['LEAK'] })
  child.child({ nested: { token: 'LEAK' } }).warn('postgres://u:LEAK@db/x')
  child.setBindings({ password: 'LEAK' })
  child.info('again')
  logger.error(new Error('nats://u:LEAK@bus', { cause }))
  logger.error({ err: new Error('outer', { cause }), content: { text: 'LEAK' } }, 'failed')
  expect(lines).toHaveLength(5)
  expect(lines.join('')).not.toContain('LEAK')
})

it('keeps an error readable: type, message, stack, code and cause', () => {
  const { lines, destination } = capture()
  const error = Object.assign(new TypeError('broken', { cause: new Error('root') }), { code: 'E_X' })
  createLogger({ service: 'edge', destination }).error({ err: error }, 'failed')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: {
      type: 'TypeError',
      message: 'broken',
      code: 'E_X',
      stack: expect.stringContaining('logger.test'),
      cause: { message: 'root' },
    },
  })
})

it('says nothing below its level', () => {
  const { lines, destination } = capture()
  createLogger({ service: 'edge', level: 'warn', destination }).info('quiet')
  expect(lines).toEqual([])
})
