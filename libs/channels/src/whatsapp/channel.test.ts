import { describeChannel } from '../testing/channel-cases.ts'
import { whatsappCases } from './cases.ts'

describeChannel(whatsappCases)
