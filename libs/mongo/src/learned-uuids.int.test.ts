import { afterAll, beforeAll, expect, it } from 'vitest'
import { learnedUuids } from './learned-uuids.ts'
import { createTestMongo, type TestMongo } from './testing/test-mongo.ts'
import { uuidToBinary } from './uuid.ts'

const id = '01a22c2d-6160-7e52-8a4b-6b34d41e5381'
let mongo: TestMongo

beforeAll(async () => {
  mongo = await createTestMongo()
})
afterAll(async () => {
  await mongo.remove()
})

it('finds by one form until the database is known to hold another, and then by all', async () => {
  const messages = mongo.db.collection('messages')
  await messages.insertOne({ tenant_id: uuidToBinary(id, 4), external_id: 'a' })
  const { uuids, learn } = learnedUuids(mongo.db, 4)
  expect(await learn()).toBe(false)
  expect(uuids.match(id)).toEqual(uuidToBinary(id, 4))

  await messages.insertOne({ tenant_id: uuidToBinary(id, 0), external_id: 'b' })
  expect(await messages.countDocuments({ tenant_id: uuids.match(id) })).toBe(1)
  expect(await learn()).toBe(true)
  expect(await messages.countDocuments({ tenant_id: uuids.match(id) })).toBe(2)
  expect(uuids.write(id)).toEqual(uuidToBinary(id, 4))
})
