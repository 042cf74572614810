SERVICE_MANAGERS = {"nova-scheduler": "nova.scheduler.manager.SchedulerManager"}
