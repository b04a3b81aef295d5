import { fuzzChannel } from '../testing/channel-fuzz.ts'
import { slackCases } from './cases.ts'

fuzzChannel(slackCases, { runs: 200 })
