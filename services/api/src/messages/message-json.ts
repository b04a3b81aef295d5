export { messageJson } from '@omnistream/views/message-json'
