CREATE TABLE `knowledge_counts` (
	`collection_id` text NOT NULL,
	`state` text NOT NULL,
	`embedded_by` text NOT NULL,
	`sources` integer NOT NULL,
	`pieces` integer NOT NULL,
	PRIMARY KEY(`collection_id`, `state`, `embedded_by`)
);
--> statement-breakpoint
INSERT INTO `knowledge_counts` SELECT `collection_id`, `state`, coalesce(`embedded_by`, ''), count(*), sum(`pieces`) FROM `knowledge_sources` GROUP BY 1, 2, 3;--> statement-breakpoint
CREATE TRIGGER `knowledge_counts_insert` AFTER INSERT ON `knowledge_sources` BEGIN
	INSERT INTO `knowledge_counts` VALUES (NEW.`collection_id`, NEW.`state`, coalesce(NEW.`embedded_by`, ''), 1, NEW.`pieces`)
		ON CONFLICT DO UPDATE SET `sources` = `sources` + 1, `pieces` = `pieces` + excluded.`pieces`;
END;--> statement-breakpoint
CREATE TRIGGER `knowledge_counts_update` AFTER UPDATE OF `collection_id`, `state`, `embedded_by`, `pieces` ON `knowledge_sources`
	WHEN (OLD.`collection_id`, OLD.`state`, OLD.`embedded_by`, OLD.`pieces`) IS NOT (NEW.`collection_id`, NEW.`state`, NEW.`embedded_by`, NEW.`pieces`) BEGIN
	UPDATE `knowledge_counts` SET `sources` = `sources` - 1, `pieces` = `pieces` - OLD.`pieces`
		WHERE `collection_id` = OLD.`collection_id` AND `state` = OLD.`state` AND `embedded_by` = coalesce(OLD.`embedded_by`, '');
	INSERT INTO `knowledge_counts` VALUES (NEW.`collection_id`, NEW.`state`, coalesce(NEW.`embedded_by`, ''), 1, NEW.`pieces`)
		ON CONFLICT DO UPDATE SET `sources` = `sources` + 1, `pieces` = `pieces` + excluded.`pieces`;
END;--> statement-breakpoint
CREATE TRIGGER `knowledge_counts_delete` AFTER DELETE ON `knowledge_sources` BEGIN
	UPDATE `knowledge_counts` SET `sources` = `sources` - 1, `pieces` = `pieces` - OLD.`pieces`
		WHERE `collection_id` = OLD.`collection_id` AND `state` = OLD.`state` AND `embedded_by` = coalesce(OLD.`embedded_by`, '');
	DELETE FROM `knowledge_counts` WHERE `collection_id` = OLD.`collection_id` AND `sources` = 0;
END;
