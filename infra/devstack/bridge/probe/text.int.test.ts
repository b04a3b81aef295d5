import { beforeAll, describe, expect, it } from 'vitest'
import { probeDatabase } from './probe-database.ts'

const probe = probeDatabase()
const texts = () => probe.db().collection('texts')

beforeAll(async () => {
  await texts().createIndex(
    { 'content.body': 'text', 'content.text': 'text', 'content.caption': 'text' },
    { name: 'search', default_language: 'none', language_override: 'text_search_language' },
  )
  await texts().insertMany([
    { k: 'halo', content: { body: 'Halo dunia, café crème', language: { code: 'id' } } },
    { k: 'pesanan', content: { text: 'pesanan saya running late' } },
    { k: 'lain', content: { caption: 'saya pesanan lain' } },
    { k: 'thai', content: { body: 'สวัสดี' } },
  ])
})

async function search(words: string): Promise<string[]> {
  const found = await texts()
    .find({ $text: { $search: words } })
    .toArray()
  return found.map(({ k }) => String(k)).sort()
}

describe('$text', () => {
  it('finds whole words in any of the three fields', async () => {
    expect(await search('halo')).toEqual(['halo'])
    expect(await search('pesanan')).toEqual(['lain', 'pesanan'])
    expect(await search('สวัสดี')).toEqual(['thai'])
  })

  it('does not stem and does not find parts of words', async () => {
    expect(await search('run')).toEqual([])
    expect(await search('pesan')).toEqual([])
  })

  it('matches a phrase as it stands', async () => {
    expect(await search('"pesanan saya"')).toEqual(['pesanan'])
  })

  it('leaves out what a negated word names', async () => {
    expect(await search('pesanan -lain')).toEqual(['pesanan'])
  })

  it('sorts by score', async () => {
    await texts().insertOne({ k: 'often', content: { body: 'duplikat duplikat duplikat', text: 'duplikat' } })
    await texts().insertOne({ k: 'once', content: { body: 'duplikat sekali' } })
    const score = { $meta: 'textScore' as const }
    const found = await texts()
      .find({ $text: { $search: 'duplikat' } }, { projection: { k: 1, score } })
      .sort({ score })
      .toArray()
    expect(found.map(({ k }) => k)).toEqual(['often', 'once'])
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score)
  })

  it('serves a compound index with an equality prefix', async () => {
    const scoped = probe.db().collection('scoped')
    await scoped.createIndex({ tenant: 1, body: 'text' }, { name: 'scoped', default_language: 'none' })
    await scoped.insertMany(['a', 'b'].map((tenant) => ({ tenant, body: 'sama' })))
    expect(await scoped.find({ tenant: 'a', $text: { $search: 'sama' } }).toArray()).toHaveLength(1)
  })
})
