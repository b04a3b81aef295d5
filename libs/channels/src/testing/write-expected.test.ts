import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { telegram } from '../telegram/index.ts'
import { writeExpected } from './write-expected.ts'

test('writes what is missing, and over what is there only when asked', () => {
  const path = mkdtempSync(join(tmpdir(), 'expected-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  const folder = pathToFileURL(`${path}/`)
  const read = () => readFileSync(join(path, 'expected/a.json'), 'utf8')
  const message = { message_id: 3, chat: { id: 5, type: 'private' }, date: 1_790_000_000, text: 'hi' }
  writeFileSync(join(path, 'a.json'), JSON.stringify({ update_id: 1, message }))
  const options = { channel: telegram, folder, account: '7' }

  expect(writeExpected(options)).toEqual(['a.json'])
  expect(JSON.parse(read())).toEqual(telegram.parse({ update_id: 1, message }, { headers: {}, account: '7' }))
  writeFileSync(join(path, 'expected/a.json'), '[]')
  expect(writeExpected(options)).toEqual([])
  expect(read()).toBe('[]')
  expect(writeExpected({ ...options, all: true })).toEqual(['a.json'])
  expect(read()).toContain('telegram:7:5/3')
})
