type Optional<Fields> = {
  [Name in keyof Fields]: undefined extends Fields[Name] ? Name : never
}[keyof Fields]

type Given<Fields> = Omit<Fields, Optional<Fields>> & {
  [Name in Optional<Fields>]?: Exclude<Fields[Name], undefined>
}

/** Without the fields that were left out: what a library takes is there or not, never undefined. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>
}
