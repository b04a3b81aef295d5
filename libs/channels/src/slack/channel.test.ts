import { describeChannel } from '../testing/channel-cases.ts'
import { slackCases } from './cases.ts'

describeChannel(slackCases)
