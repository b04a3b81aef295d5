export { type IngestorConfig, ingestorConfig } from './config.ts'
export { type RunningIngestor, startIngestor } from './start-ingestor.ts'
