ALTER TABLE `jobs` ADD `label` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `excerpt` text;--> statement-breakpoint
UPDATE `jobs` SET
	`label` = CASE `kind` WHEN 'agent' THEN json_extract(`input`, '$.task') WHEN 'worker' THEN json_extract(`input`, '$.profile') END,
	`excerpt` = (
		SELECT substr(`atom`, 1, 120)
		FROM json_tree(`input`, CASE `kind` WHEN 'agent' THEN '$.input' WHEN 'transcribe' THEN '$.name' WHEN 'video_transcript' THEN '$.url' WHEN 'youtube_to_srt' THEN '$.url' WHEN 'translate' THEN '$.text' WHEN 'worker' THEN '$.brief' ELSE '$.prompt' END)
		WHERE `type` = 'text' LIMIT 1
	)
WHERE json_valid(`input`);
