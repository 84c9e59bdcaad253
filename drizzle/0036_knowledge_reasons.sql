ALTER TABLE `knowledge_sources` ADD `reason_code` text;--> statement-breakpoint
UPDATE `knowledge_sources` SET `reason_code` = CASE
	WHEN `error` LIKE '%: it is encrypted with a password' THEN 'encrypted'
	WHEN `error` LIKE '%: it is protected against reading %' THEN 'protected'
	WHEN `error` LIKE '%: it is damaged or incomplete' THEN 'damaged'
	WHEN `error` LIKE 'Cannot attach %; accepted are %' THEN 'kind'
	WHEN `error` LIKE '%: it is empty' THEN 'empty'
	WHEN `error` LIKE 'It has no text %' OR `error` = 'The page has no text' THEN 'no_text'
	WHEN `error` = 'Nothing was spoken in it' THEN 'silent'
	WHEN `error` LIKE 'The site answered with the status %' THEN 'site'
	WHEN `error` LIKE 'Only files of up to % are read;%' THEN 'too_large'
	WHEN `error` = 'The file is gone' OR `error` LIKE '%: it is gone' OR `error` LIKE '%: there is no such file' THEN 'gone'
	WHEN `error` LIKE '%: the service may not read it' THEN 'denied'
	WHEN `error` LIKE '%: it may not be attached' THEN 'system'
	WHEN `error` LIKE '%: it is not a plain file%' THEN 'special'
	WHEN `error` LIKE '% is a symbolic link' THEN 'link'
	WHEN `error` LIKE 'Your collections are full%' THEN 'full'
	WHEN `error` LIKE 'The service has crashed twice %' THEN 'crashed'
END WHERE `error` IS NOT NULL;--> statement-breakpoint
UPDATE `knowledge_sources` SET `error` = CASE `reason_code`
	WHEN 'site' THEN replace(`error`, 'The site answered with the status ', '')
	WHEN 'too_large' THEN replace(substr(`error`, 1, instr(`error`, ' are read;') - 1), 'Only files of up to ', '')
END WHERE `reason_code` IS NOT NULL;