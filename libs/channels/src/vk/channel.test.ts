import { describeChannel } from '../testing/channel-cases.ts'
import { vkCases } from './cases.ts'

describeChannel(vkCases)
