/**
 * BullMQ refuses ids that hold a colon or are whole numbers, so ours travel behind a letter and percent-encoded.
 */
export const toBullId = (id: string): string => `j.${encodeURIComponent(id)}`
