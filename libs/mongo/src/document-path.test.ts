import { expect, it } from 'vitest'
import { valueAt, withValueAt } from './document-path.ts'

const document = { a: 1, origin: { x: 2, audit_id: 'old' }, z: null }

it('reads a path, and undefined where it leads nowhere', () => {
  expect(valueAt(document, 'origin.audit_id')).toBe('old')
  for (const path of ['none', 'none.at.all', 'a.b', 'z.b', 'origin.audit_id.b'])
    expect(valueAt(document, path)).toBeUndefined()
})

it('sets a value inside a copy, keeps its neighbours and their order, and leaves the original alone', () => {
  const changed = withValueAt(document, 'origin.audit_id', 'new')
  expect(JSON.stringify(changed)).toBe('{"a":1,"origin":{"x":2,"audit_id":"new"},"z":null}')
  expect(document.origin.audit_id).toBe('old')
  expect(withValueAt(document, 'a', 3)).toEqual({ ...document, a: 3 })
})
