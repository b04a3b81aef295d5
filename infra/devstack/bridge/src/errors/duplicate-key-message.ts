/**
 * DocumentDB names only the index of a duplicate key. MongoDB's sentence is what programs look into, so the
 * message takes that form; the values of the key are not known here and are left out.
 * @param namespace `database.collection`
 */
export function duplicateKeyMessage(message: string, namespace: string): string {
  const index = /Index '([^']*)'/i.exec(message)?.[1] ?? /constraint "([^"]*)"/.exec(message)?.[1]
  return `E11000 duplicate key error collection: ${namespace}${index ? ` index: ${index}` : ''}`
}
