export { type EngineConfig, engineConfig } from './config.ts'
export { consumerNames } from './consumer-names.ts'
export { type ReplayFilter, replayFilter } from './replay/filter.ts'
export { type EngineOverrides, type RunningEngine, startEngine } from './start-engine.ts'
