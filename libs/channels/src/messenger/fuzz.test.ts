import { fuzzChannel } from '../testing/channel-fuzz.ts'
import { messengerCases } from './cases.ts'

fuzzChannel(messengerCases, { runs: 200 })
