/**
 * PostgreSQL packs the five characters of an SQLSTATE into an integer, six bits each, the first one lowest,
 * each less the character '0' (PGSIXBIT in its elog.h). DocumentDB puts that integer into `code` inside
 * `writeErrors` and `raw`.
 */
export function unpackSqlState(packed: number): string {
  let state = ''
  for (let index = 0; index < 5; index++) {
    state += String.fromCharCode(((packed >>> (6 * index)) & 0x3f) + 48)
  }
  return state
}
