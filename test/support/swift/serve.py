"""Serves a folder as a Swift cluster with one copy of everything, and prints the port of its S3 API.

All servers of the cluster are in this process, so that their ports are free ones and nothing of it is in
/etc/swift. The folder must be on a file system with extended attributes.
"""
import os
import sys

import eventlet
import eventlet.wsgi
from swift.common import utils, wsgi
from swift.common.ring import RingBuilder

DEFAULTS = '''
[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
'''
# tempauth wants a cache, which may be one that nobody serves. Uploads in parts are stored by slo.
PROXY = '''
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
check_bucket_owner = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
'''
STORE = '''
[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{name}
'''

folder = sys.argv[1]


def path_of(name):
    return os.path.join(folder, name)


def write(name, text):
    with open(path_of(name), 'w') as file:
        file.write(text)


def write_ring(name, port):
    builder = RingBuilder(part_power=2, replicas=1, min_part_hours=0)
    address = {'ip': '127.0.0.1', 'port': port, 'device': 'disk'}
    builder.add_dev({'region': 1, 'zone': 1, 'weight': 1, **address})
    builder.rebalance()
    builder.get_ring().save(path_of(f'{name}.ring.gz'))


def start(name, sock, text):
    write(f'{name}.conf', DEFAULTS.format(folder=folder) + text)
    app = wsgi.loadapp(path_of(f'{name}.conf'), global_conf={'log_name': name})
    options = {'protocol': wsgi.SwiftHttpProtocol, 'capitalize_response_headers': False}
    return eventlet.spawn(eventlet.wsgi.server, sock, app, utils.NullLogger(), **options)


try:
    os.setxattr(folder, 'user.hearth', b'1')
except OSError as error:
    sys.exit(f'its file system has no extended attributes: {error.strerror}')
utils.eventlet_monkey_patch()
os.mkdir(path_of('disk'))
write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = hearth\n')
utils.set_swift_dir(folder)
sockets = {name: eventlet.listen(('127.0.0.1', 0)) for name in ('object', 'container', 'account')}
for name, sock in sockets.items():
    write_ring(name, sock.getsockname()[1])
for name, sock in sockets.items():
    start(name, sock, STORE.format(name=name))
front = eventlet.listen(('127.0.0.1', 0))
proxy = start('proxy', front, PROXY)
print(front.getsockname()[1], flush=True)
proxy.wait()
