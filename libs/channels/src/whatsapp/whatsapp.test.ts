import { describeChannel } from '../testing/channel-cases.ts'
import { whatsappCases } from './whatsapp-cases.ts'

describeChannel(whatsappCases)
