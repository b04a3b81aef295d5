import { fuzzChannel } from '../testing/channel-fuzz.ts'
import { telegramCases } from './cases.ts'

fuzzChannel(telegramCases, { runs: 200 })
