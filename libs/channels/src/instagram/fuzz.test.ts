import { fuzzChannel } from '../testing/channel-fuzz.ts'
import { instagramCases } from './cases.ts'

fuzzChannel(instagramCases, { runs: 200 })
