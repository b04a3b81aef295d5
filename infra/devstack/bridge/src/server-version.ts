/** The MongoDB release whose commands are spoken, as told to clients. */
export const serverVersion = '7.0.0'

/** Wire version of that release (MongoDB specifications, wire version features). */
export const maxWireVersion = 21
