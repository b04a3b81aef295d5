import { runService } from '@omnistream/common'
import { startApi } from './start-api.ts'

await runService(() => startApi(process.env))
