/** No payload names the bot it was sent to: the account is the one in the callback's path. */
export function accountKeys(): string[] {
  return []
}
