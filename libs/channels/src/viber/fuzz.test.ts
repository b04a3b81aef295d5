import { fuzzChannel } from '../testing/channel-fuzz.ts'
import { viberCases } from './cases.ts'

fuzzChannel(viberCases, { runs: 200 })
