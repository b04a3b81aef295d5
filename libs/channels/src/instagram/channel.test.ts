import { describeChannel } from '../testing/channel-cases.ts'
import { instagramCases } from './cases.ts'

describeChannel(instagramCases)
