import { describeChannel } from '../testing/channel-cases.ts'
import { viberCases } from './cases.ts'

describeChannel(viberCases)
