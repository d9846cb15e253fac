"""grpcio, as its documentation shows it: a channel with keepalive and a retry policy, a timeout for each call, bytes for messages."""

import json
from urllib.parse import urlsplit

import contract
import grpc

POLICY = {"maxAttempts": 4, "initialBackoff": "0.5s", "maxBackoff": "5s", "backoffMultiplier": 2,
          "retryableStatusCodes": ["UNAVAILABLE"]}
SERVICE = json.dumps({"methodConfig": [{"name": [{}], "retryPolicy": POLICY}]})


class CallFailed(Exception):
    pass


def perform(asked, deadline):
    parts, lines = urlsplit(asked["url"]), contract.Lines(asked)
    quarter = int(deadline * 250)
    options = [("grpc.service_config", SERVICE), ("grpc.keepalive_time_ms", quarter), ("grpc.keepalive_timeout_ms", quarter)]
    request = contract.body(asked) or b""
    with grpc.insecure_channel(f"{parts.hostname}:{parts.port or 80}", options) as channel:
        try:
            if parts.path.endswith("/List"):
                for message in channel.unary_stream(parts.path)(request, timeout=deadline):
                    lines.write(message)
            else:
                lines.write(channel.unary_unary(parts.path)(request, timeout=deadline))
        except grpc.RpcError as error:
            raise CallFailed(f"{error.code().name}: {error.details()}")


contract.run(perform, families={"grpc"})
