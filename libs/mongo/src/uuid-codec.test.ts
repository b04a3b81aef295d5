import { Binary } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { legacyBinary, uuidToBinary } from './uuid.ts'
import { createUuidCodec, standardUuids } from './uuid-codec.ts'

const [a, b] = ['00112233-4455-6677-8899-aabbccddeeff', '01890a5d-ac96-774b-bcce-b302099a8057'] as const

describe('a codec', () => {
  it('asks for one id by plain equality, which an index serves best', () => {
    expect(standardUuids.match(a)).toEqual(uuidToBinary(a))
    expect(createUuidCodec({ subtype: 0 }).match(a)).toEqual(uuidToBinary(a, 0))
  })

  it('asks for several ids as a list, one and none among them', () => {
    expect(standardUuids.match([a, b])).toEqual({ $in: [uuidToBinary(a), uuidToBinary(b)] })
    expect(standardUuids.match([a])).toEqual({ $in: [uuidToBinary(a)] })
    expect(standardUuids.match([])).toEqual({ $in: [] })
  })

  it('asks a mixed database for every form of each id', () => {
    const codec = createUuidCodec({ mixed: true, legacy: 'java' })
    const forms = (id: string): Binary[] => [uuidToBinary(id), uuidToBinary(id, 0), legacyBinary(id, 'java')]
    expect(codec.match(a)).toEqual({ $in: forms(a) })
    expect(codec.match([a, b])).toEqual({ $in: [...forms(a), ...forms(b)] })
  })

  it('writes the subtype it was made for and reads every form', () => {
    const codec = createUuidCodec({ subtype: 0, legacy: 'csharp' })
    expect(codec.write(a).sub_type).toBe(Binary.SUBTYPE_DEFAULT)
    for (const stored of [uuidToBinary(a), uuidToBinary(a, 0), legacyBinary(a, 'csharp')])
      expect(codec.read(stored)).toBe(a)
  })
})
