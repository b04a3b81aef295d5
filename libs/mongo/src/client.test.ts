import { describe, expect, it } from 'vitest'
import { createMongo, databaseFrom } from './client.ts'

describe('databaseFrom', () => {
  it.each([
    ['mongodb://localhost:27017/omnistream', 'omnistream'],
    ['mongodb://user:p%40ss@a:1,b:2/chat?replicaSet=rs0', 'chat'],
    ['mongodb+srv://cluster.example/chat%20two', 'chat two'],
    ['mongodb://localhost/', undefined],
    ['mongodb://localhost', undefined],
    ['mongodb://localhost/?directConnection=true', undefined],
  ])('reads %s as %s', (uri, name) => {
    expect(databaseFrom(uri)).toBe(name)
  })
})

describe('createMongo', () => {
  const nobody = 'mongodb://127.0.0.1:1/'

  it('starts while no server is there, says so on the first command, and closes', async () => {
    const mongo = createMongo({ uri: nobody, appName: 'test', serverSelectionTimeoutMs: 50 })
    await expect(mongo.ping()).rejects.toMatchObject({ name: 'MongoServerSelectionError' })
    await mongo.close()
  })

  it('takes the database of the address, else the given one, else omnistream', async () => {
    const names = [
      createMongo({ uri: `${nobody}chat`, appName: 'test', databaseName: 'other' }),
      createMongo({ uri: nobody, appName: 'test', databaseName: 'other' }),
      createMongo({ uri: nobody, appName: 'test' }),
    ].map(({ db }) => db.databaseName)
    expect(names).toEqual(['chat', 'other', 'omnistream'])
  })

  it('has every write acknowledged by a majority', () => {
    const { client } = createMongo({ uri: nobody, appName: 'test' })
    expect(client.options.writeConcern?.w).toBe('majority')
  })
})
