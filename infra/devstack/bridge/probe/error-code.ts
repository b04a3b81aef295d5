import { MongoServerError } from 'mongodb'

/** The server's error code of a promise that must fail; anything but a server error is thrown on. */
export async function errorCode(promise: Promise<unknown>): Promise<number | string | undefined> {
  try {
    await promise
  } catch (error) {
    if (error instanceof MongoServerError) return error.code
    throw error
  }
  throw new Error('the command was expected to fail and did not')
}
