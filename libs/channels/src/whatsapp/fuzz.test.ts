import { fuzzChannel } from '../testing/channel-fuzz.ts'
import { whatsappCases } from './whatsapp-cases.ts'

fuzzChannel(whatsappCases, { runs: 300 })
