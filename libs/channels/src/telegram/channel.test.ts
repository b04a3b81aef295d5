import { describeChannel } from '../testing/channel-cases.ts'
import { telegramCases } from './cases.ts'

describeChannel(telegramCases)
