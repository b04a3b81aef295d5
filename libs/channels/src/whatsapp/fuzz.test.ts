import { fuzzChannel } from '../testing/channel-fuzz.ts'
import { whatsappCases } from './cases.ts'

fuzzChannel(whatsappCases, { runs: 300 })
