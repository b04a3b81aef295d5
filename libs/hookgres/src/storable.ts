const keyCharsMax = 255

/** Whether PostgreSQL stores a text as it is: no NUL, no lone surrogate. */
export const isStorable = (text: string, charsMax: number, forbidden?: RegExp): boolean =>
  text.length <= charsMax && !text.includes('\0') && text.isWellFormed() && forbidden?.test(text) !== true

/** Whether a text can name a tenant or a message: it is part of an index. */
export const isKey = (text: string): boolean => text.length > 0 && isStorable(text, keyCharsMax)

/** Whether a text names an event type, for example `message.created`. */
export const isEventType = (text: string): boolean => /^[A-Za-z0-9][\w.:/-]{0,127}$/.test(text)
