export { type FindWatermarks, type ThreadMarks, withWatermarks } from '@omnistream/views/with-watermarks'
