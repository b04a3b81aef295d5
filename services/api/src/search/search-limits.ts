/** Candidates that one request examines at most, for phrases, negations and relevance. */
export const candidatesMax = 1_000

/** Candidates fetched at once where each has to be checked. */
export const candidatePage = 200
