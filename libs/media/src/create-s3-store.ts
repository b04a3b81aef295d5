import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { type MediaStore, requireKey } from './media-store.ts'

export type S3Options = {
  /** Of a server that speaks S3; absent: Amazon's. */
  endpoint?: string
  region: string
  bucket: string
  /** Stands before every key, as it is. */
  prefix: string
  /** Absent: what the machine is given (role, profile), found by the client. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

const nothing = (): void => {}
/** The client would write to the console by itself; what fails is thrown and told by the caller. */
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }
const connectMs = 5_000
/** Silence on the connection, not the length of a transfer. */
const silenceMs = 30_000

/** Media as objects of an S3-compatible server. An object appears once it is whole. */
export function createS3Store({ endpoint, region, bucket, prefix, credentials }: S3Options): MediaStore {
  const client = new S3Client({
    region,
    logger: silent,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
    // Not every server that speaks S3 knows the checksums Amazon added in 2024.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A stream cannot be sent a second time; the caller tries again with a new one.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
  })
  const place = (key: string) => ({ Bucket: bucket, Key: prefix + requireKey(key) })

  return {
    async put(key, file, mimeType) {
      const target = place(key)
      const { size } = await stat(file)
      const Body = createReadStream(file)
      try {
        await client.send(
          new PutObjectCommand({ ...target, Body, ContentLength: size, ContentType: mimeType }),
        )
      } finally {
        Body.destroy()
      }
    },
    async get(key, range) {
      const Range = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...place(key), ...Range }))
        return Body instanceof Readable ? Body : undefined
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(place(key)))
    },
    async check() {
      // Without the right to list the bucket Amazon says "denied" here, and would of each object that is missing.
      const never = await this.get('check')
      never?.destroy()
    },
    close: () => client.destroy(),
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && error.name === 'NoSuchKey'
