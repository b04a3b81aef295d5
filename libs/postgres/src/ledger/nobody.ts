/** Stands in keys where a tenant or an account is not known, and where a webhook speaks of several accounts. */
export const nobody = '00000000-0000-0000-0000-000000000000'
