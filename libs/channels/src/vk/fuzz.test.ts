import { fuzzChannel } from '../testing/channel-fuzz.ts'
import { vkCases } from './cases.ts'

fuzzChannel(vkCases, { runs: 200 })
