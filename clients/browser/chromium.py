#!/usr/bin/env python3
"""fetch and XMLHttpRequest in a page of Chromium. Usage: chromium.py fetch | xhr"""

from devtools import Browser, Page
from page_client import main

if __name__ == "__main__":
    main(Browser, Page)
