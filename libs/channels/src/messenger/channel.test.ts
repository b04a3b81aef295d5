import { describeChannel } from '../testing/channel-cases.ts'
import { messengerCases } from './cases.ts'

describeChannel(messengerCases)
