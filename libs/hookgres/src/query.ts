/** A statement that a test can explain before it is sent. */
export type Query = { text: string; values: unknown[] }
