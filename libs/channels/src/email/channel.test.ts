import { describeChannel } from '../testing/channel-cases.ts'
import { emailCases } from './cases.ts'

describeChannel(emailCases)
