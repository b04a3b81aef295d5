import type { HttpEnv } from '@omnistream/common'
import type { Principal } from '../auth/principal.ts'

/** What the handlers of the API find in their context: what every service has, and who asks. */
export type ApiEnv = { Variables: HttpEnv['Variables'] & { principal: Principal } }
