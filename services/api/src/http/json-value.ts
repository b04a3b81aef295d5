export { jsonObject, jsonValue } from '@omnistream/views/json-value'
