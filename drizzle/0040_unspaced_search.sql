INSERT INTO `settings` (`name`, `value`) SELECT 'message_search_unspaced_to', max(`seq`) FROM `messages` HAVING max(`seq`) IS NOT NULL;
