DROP INDEX `knowledge_sources_state`;--> statement-breakpoint
CREATE INDEX `knowledge_sources_state` ON `knowledge_sources` (`state`,`collection_id`);